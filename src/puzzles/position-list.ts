/**
 * Numbers of positions of a board that has too many for ranks: in the order in which they are first asked for. A number
 * means something in its own list only.
 */
export class PositionList {
  private readonly numbers = new Map<string, number>();
  private readonly positions: string[] = [];

  get size(): number {
    return this.positions.length;
  }

  numberOf(cells: ArrayLike<number>): number {
    const key = String.fromCharCode(...Array.from(cells));
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.positions.length);
    return this.positions.push(key) - 1;
  }

  read(number: number, cells: number[] | Uint8Array | Uint16Array): void {
    const key = this.positions[number]!;
    for (let cell = 0; cell < cells.length; cell++) cells[cell] = key.charCodeAt(cell);
  }
}
