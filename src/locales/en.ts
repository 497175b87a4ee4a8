/** Everything that Antipode says, in English. Other languages have the same keys. */
export const en = {
  /** What commands and options are called; in English, that is what they are registered as. */
  name: {
    solve: 'solve',
    hardest: 'hardest',
    compare: 'compare',
    help: 'help',
    about: 'about',
    position: 'position',
    goal: 'goal',
    method: 'method',
    private: 'private',
    puzzle: 'puzzle',
    view: 'view',
  },
  /** What a puzzle is called follows from its family and board; one with a name of its own has it under its id. */
  puzzle: {
    'sliding-square': '{{tiles}} puzzle ({{rows}} × {{columns}})',
    'sliding-triangular': '{{tiles}} puzzle (hexagon)',
    'block-square': 'Block puzzle {{id}}',
    'peg-square': 'Peg solitaire, {{cells}} holes',
    'peg-triangular': 'Peg solitaire, {{cells}} holes',
    onoff: 'On-off puzzle (a wide card and look-alikes)',
  },
  landmark: {
    antipode: 'an antipode: nothing is farther from the goal',
    'most-solutions': 'no position has more shortest solutions',
    start: 'the classic start',
    'start-elsewhere': 'another hole to start from',
    'exchange-o': 'n and o exchanged, and the two o’s',
    'exchange-f': 'n and o exchanged, and the two f’s',
    'finish-anywhere': 'the last peg anywhere',
    cross: 'the cross',
    plus: 'the plus',
    fireplace: 'the fireplace',
    pyramid: 'the pyramid',
    diamond: 'the diamond',
    korf: 'the hardest of Korf’s hundred',
    recent: 'asked lately',
  },
  method: {
    table: 'a table of all positions',
    'ida-pdb': 'IDA* on additive pattern databases',
    regions: 'regions, pagoda functions and a table of endings',
    bfs: 'breadth-first search',
    bidirectional: 'breadth-first search from both ends',
    iddfs: 'iterative deepening',
    ida: 'iterative deepening with a lower bound (IDA*)',
    'ida-lc': 'IDA* with linear conflicts',
    'ida-wd': 'IDA* with walking distance',
  },
  problem: {
    empty: 'there is no position of {{puzzle}} here',
    'too-long': 'this is {{length}} characters long; no position takes more than {{most}}',
    'unknown-piece-of-sliding':
      'position {{cell}}: "{{piece}}" is not a tile of {{puzzle}} (its tiles are 1–{{last}}, and 0 for the blank)',
    'unknown-piece-of-block':
      'position {{cell}}: "{{piece}}" is not a card of {{puzzle}} (its cards are ==, n, o, o, f, f, and _ for the blank)',
    'unknown-piece-of-peg': 'position {{cell}}: "{{piece}}" is neither a peg (1) nor an empty hole (0)',
    'cell-count': '{{puzzle}} has {{expected}} cells, this has {{actual}}',
    'cell-count-of-peg': '{{puzzle}} has {{expected}} holes, this has {{actual}}',
    'repeated-tile': 'tile {{tile}} appears twice, at positions {{first}} and {{second}}',
    'repeated-blank': 'the blank appears twice, at positions {{first}} and {{second}}',
    'half-card': 'position {{cell}}: "{{piece}}" is half a card; the wide card covers two cells, as in ==',
    'card-off-row': 'position {{cell}}: the wide card starts at the end of a row and does not fit in it',
    'repeated-card': 'position {{cell}}: there is one card "{{card}}" too many',
    'unknown-hole': '"{{piece}}" is not a hole of {{puzzle}} (its holes are {{first}}–{{last}})',
    'repeated-hole': 'hole {{hole}} is named twice',
    'no-hole-named': '"all" needs an empty hole, as in all-{{example}}',
    'no-pegs': 'there is no peg on this board of {{puzzle}}',
  },
  obstacle: {
    'tile-parity':
      'This position cannot be solved: it is an odd permutation of the goal, and the parity of the tiles together with the place of the blank never changes by sliding.',
    'wide-card-row':
      'This position cannot be solved: the wide card is in row {{row}}, the goal wants it in row {{goalRow}}, and it only slides sideways.',
    'card-parity':
      'This position cannot be solved: with all cards told apart it is an odd permutation of the goal, and that parity never changes by sliding.',
    'peg-count':
      'This position cannot be solved: every jump takes a peg off, and from {{pegs}} to {{goalPegs}} there is none to take off.',
    'peg-class':
      'This position cannot be solved: every jump changes the number of pegs on the holes {{holes}} by 0 or 2, so its parity stays; it is $t(parity.{{start}}) now and $t(parity.{{goal}}) at the goal.',
    'peg-class-any':
      'This position cannot be solved: in its position class (what parity leaves of it after any jumps) there is no board with just one peg.',
    'peg-group':
      'This position cannot be solved: a jump takes a peg two holes on, so it stays in its group of holes, and none of the pegs here is in the group of the goal ({{goal}}).',
    pagoda:
      'This position cannot be solved: weigh the holes so that no jump gains weight (a pagoda function), and the pegs here weigh {{worth}}, less than the {{goalWorth}} of the goal.',
    exhausted:
      'This position cannot be solved: all {{generated, number}} positions that it leads to were searched, and the goal is not among them.',
    nearest: 'The nearest that can: {{position}} with goal {{goal}}.',
  },
  parity: { 0: 'even', 1: 'odd' },
  gaveUp: {
    deadline: 'The time for this search is over.',
    nodes: 'The search has looked at as many positions as it may.',
    memory: 'The search has filled the memory that it may use.',
    cancelled: 'The search was cancelled.',
    lowerBound_one: 'Proved so far: no solution is shorter than {{count}} move.',
    lowerBound_other: 'Proved so far: no solution is shorter than {{count}} moves.',
  },
  answer: {
    length_one: '{{count, number}} move',
    length_other: '{{count, number}} moves',
    proved: 'proved shortest',
    unproved: 'not proved shortest: the time was over when it was known that none has fewer than {{count}}',
    ways_one: 'the only one of this length',
    ways_other: '{{count, number}} of this length',
    start_one: 'the start · {{count}} move to go',
    start_other: 'the start · {{count}} moves to go',
    step: 'after move {{at}} of {{count}}: {{move}}',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    direction: {
      sliding: 'Each number is the tile that slides into the blank: it names the tile, not the way of the blank.',
      block: 'Each entry is the card that slides into the blank; == is the wide one.',
      peg: 'Each entry is one peg’s way from hole to hole; its jumps in a row count as one move.',
    },
    searched_one: '{{count, number}} position looked at in {{time}} · {{method}}',
    searched_other: '{{count, number}} positions looked at in {{time}} · {{method}}',
    milliseconds: '{{value, number}} ms',
    seconds: '{{value, number}} s',
    busy_one: 'You have {{count}} request waiting, which is all that one person may have. Please wait for its answer.',
    busy_other:
      'You have {{count}} requests waiting, which is all that one person may have. Please wait for an answer.',
    late: '{{user}}, here is the answer that you waited for. It took longer than Discord waits.',
  },
  progress: {
    waiting_zero: 'In the queue, next in line.',
    waiting_one: 'In the queue, {{count}} request ahead.',
    waiting_other: 'In the queue, {{count, number}} requests ahead.',
    joined: 'Somebody asked the same: that search is on, and its answer will be yours too.',
    starting: 'Searching …',
    working_one: 'Searching … {{count, number}} position so far; no solution is shorter than {{depth}}.',
    working_other: 'Searching … {{count, number}} positions so far; no solution is shorter than {{depth}}.',
    done: 'Done; the answer is on its way.',
    cancel: 'Cancel',
    notYours: 'Only who asked can cancel this.',
  },
  hardest: {
    chart: '{{puzzle}}: positions by their distance from the goal',
    alt: 'Columns for the number of positions at each distance from 0 to {{diameter}}; most, {{count, number}}, are at {{peak}}.',
    diameter_one: 'The farthest is {{count}} move away',
    diameter_other: 'The farthest are {{count}} moves away',
    states_one: '{{count, number}} position in all',
    states_other: '{{count, number}} positions in all',
    antipodes_one: 'There is {{count}} antipode:',
    antipodes_other: 'There are {{count}} antipodes:',
    solve: 'Solve {{position}}',
    took: 'every position visited in {{time}}',
  },
  compare: {
    method: 'method',
    moves: 'moves',
    states: 'states',
    frontier: 'peak',
    time: 'time',
    unsolvable: 'none',
    stopped: 'stopped',
    chart: 'Positions generated by each method (logarithmic scale)',
    alt: 'Bars for the positions generated by each method: {{rows}}.',
    lesson:
      'states: positions generated. peak: the most that waited at once, or the length of a depth-first path. ≥: stopped at its time, with what was proved till then.',
  },
  error: {
    ours: 'Something went wrong on our side, and it has been noted (number {{id}}). Please try again in a moment.',
    outdated: 'This belongs to another version of Antipode. Please use the command again.',
    version: 'Antipode was updated just now, and your request fell in between. Please ask again.',
  },
  command: {
    solve: {
      description: 'A shortest solution of any position, with its proof',
      position: {
        sliding: 'The tiles in reading order, as in 867254301; 0 or _ is the blank',
        block: 'The cards in reading order, as in ==no/off_; a capital marks the second of a pair',
        peg: 'One character a hole, 1 a peg and 0 none, or all-7 for "filled but for hole 7"',
      },
      goal: {
        sliding: 'Another goal than the tiles in order and the blank last',
        block: 'Another goal than ==on/off_',
        peg: 'The hole for the last peg, a whole board, or "any"',
      },
      method: 'A method to search by, instead of the best one',
      private: 'Show the answer to you alone',
    },
    hardest: {
      description: 'A whole puzzle: how many positions at each distance from the goal, and the farthest',
      puzzle: 'Which puzzle',
    },
    compare: 'All methods side by side on one position: positions generated, memory, time',
    help: 'What Antipode can do, and how to write a position',
    about: 'What Antipode is, and which version',
  },
  help: {
    opening: '**Antipode** finds a shortest solution of any position, and proves that it is one.',
    notations:
      'Write a position as a row of characters, with or without spaces, commas or slashes between; tiles over nine are A, B, … or plain numbers; `0`, `_`, `.` or `x` is the blank. An emoji board pasted back works too.',
    buttons:
      'Under an answer, ⏮ ◀ ▶ ⏭ go through the boards. Whoever asked moves the message; everybody else gets a copy of their own.',
  },
  about:
    '**Antipode {{version}}**: shortest solutions of sliding, block and peg puzzles. The antipodes of a puzzle are the positions farthest from its goal. It keeps your recent positions for thirty days, to offer them again, and answers of puzzles; nothing else.',
} as const;
