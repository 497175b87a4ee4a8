/** What runs on a drawing thread. */
import { type Chart, drawChart } from './chart.ts';

export default (chart: Chart): Uint8Array => drawChart(chart);
