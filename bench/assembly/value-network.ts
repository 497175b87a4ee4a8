/** The network of `bench/value-network.js`: inner loops, four floating-point numbers at once. */

/** Weights, their averages over time, their gradient and its moments (f32 each): rows, biases, outputs and a last one. */
export let weights: usize = 0;
export let averages: usize = 0;
export let gradient: usize = 0;
export let means: usize = 0;
export let squares: usize = 0;
/** The hidden layer of the last position, and its slopes (f32). */
export let hidden: usize = 0;
export let slopes: usize = 0;
/** The rows of a position, as numbers of bytes (u32), and how many these are. */
export let offsets: usize = 0;
export let cells: i32 = 0;
/** Bytes before the biases, which is where the rows end. */
export let rowsEnd: usize = 0;
const rowBytes: usize = 512;

/** The value of the position in `offsets`. */
export function forward(from: usize): f32 {
  const end = offsets + (<usize>cells << 2);
  let sums = f32x4.splat(0);
  for (let unit: usize = 0; unit < rowBytes; unit += 16) {
    let sum = v128.load(from + rowsEnd + unit);
    for (let at = offsets; at < end; at += 4) sum = f32x4.add(sum, v128.load(from + load<u32>(at) + unit));
    sum = f32x4.max(sum, f32x4.splat(0));
    v128.store(hidden + unit, sum);
    sums = f32x4.add(sums, f32x4.mul(sum, v128.load(from + rowsEnd + rowBytes + unit)));
  }
  const two = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
  return two + f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3) + load<f32>(from + rowsEnd + 2 * rowBytes);
}

@inline
function add(at: usize, value: v128): void {
  v128.store(at, f32x4.add(v128.load(at), value));
}

/** Add to the gradient what the position of the last `forward` asks for. */
export function backward(slope: f32): void {
  const outputs = weights + rowsEnd + rowBytes;
  const biases = gradient + rowsEnd;
  for (let unit: usize = 0; unit < rowBytes; unit += 16) {
    const value = v128.load(hidden + unit);
    const isOn = f32x4.gt(value, f32x4.splat(0));
    const back = v128.and(isOn, f32x4.mul(f32x4.splat(slope), v128.load(outputs + unit)));
    v128.store(slopes + unit, back);
    add(biases + unit, back);
    add(biases + rowBytes + unit, f32x4.mul(f32x4.splat(slope), value));
  }
  const last = biases + 2 * rowBytes;
  store<f32>(last, load<f32>(last) + slope);
  for (let cell = 0; cell < cells; cell++) {
    const row = gradient + load<u32>(offsets + (<usize>cell << 2));
    for (let unit: usize = 0; unit < rowBytes; unit += 16) add(row + unit, v128.load(slopes + unit));
  }
}

/** A step of Adam on so many bytes of weights, and of their averages. */
export function step(bytes: usize, rate: f32, averaged: f32): void {
  const zero = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const slope = v128.load(gradient + at);
    v128.store(gradient + at, zero);
    // Moments that shrink would become numbers that processors are slow with.
    const mean = f32x4.add(
      f32x4.mul(v128.load(means + at), f32x4.splat(0.9)),
      f32x4.add(f32x4.mul(slope, f32x4.splat(0.1)), f32x4.splat(1e-20)),
    );
    const square = f32x4.add(
      f32x4.mul(v128.load(squares + at), f32x4.splat(0.999)),
      f32x4.add(f32x4.mul(f32x4.mul(slope, slope), f32x4.splat(0.001)), f32x4.splat(1e-20)),
    );
    v128.store(means + at, mean);
    v128.store(squares + at, square);
    const change = f32x4.div(f32x4.mul(mean, f32x4.splat(rate)), f32x4.add(f32x4.sqrt(square), f32x4.splat(1e-7)));
    const weight = f32x4.sub(v128.load(weights + at), change);
    v128.store(weights + at, weight);
    const average = v128.load(averages + at);
    v128.store(averages + at, f32x4.add(average, f32x4.mul(f32x4.sub(weight, average), f32x4.splat(averaged))));
  }
}
