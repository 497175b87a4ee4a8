/** Questions about positions and moves, and every command once in each place and language. All suites use the same processes. */
import './questions/methods.ts';
import './questions/metrics.ts';
import './questions/solve.ts';
import './questions/trays.ts';
import './questions/all.ts';
import './questions/analyse.ts';
import './questions/notations.ts';
import './questions/probability.ts';
import './questions/files.ts';
import './questions/help.ts';
import './questions/forms.ts';
import './questions/pegs.ts';
import './questions/own-boards.ts';
import './questions/large-boards.ts';
import './questions/difficulty.ts';
import './questions/everywhere.ts';
