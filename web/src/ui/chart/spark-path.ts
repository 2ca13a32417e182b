interface SparkBox {
  /** In px. */
  width: number;
  height: number;
  /** The scale ends here, or at the highest value where that is higher. */
  floor: number;
}

/** A value and where it is drawn, in px from the upper left corner. */
interface SparkPoint {
  index: number;
  value: number;
  x: number;
  y: number;
}

/** Values, oldest first, as points over the whole width; null leaves a gap. */
export function sparkPoints(values: readonly (number | null)[], box: SparkBox): SparkPoint[] {
  const top = values.reduce<number>((most, value) => Math.max(most, value ?? 0), box.floor);
  const step = values.length > 1 ? box.width / (values.length - 1) : 0;
  return values.flatMap((value, index) => {
    if (value === null) return [];
    return [{ index, value, x: rounded(index * step), y: rounded(box.height * (1 - value / top)) }];
  });
}

/** The SVG paths of the line and of what lies under it; a gap interrupts both, and a value alone is a dot. */
export function sparkPath(points: readonly SparkPoint[], height: number): { line: string; area: string } {
  const runs: SparkPoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.index === point.index - 1) run.push(point);
    else runs.push([point]);
  }
  const through = (run: readonly SparkPoint[]) => run.map(({ x, y }) => `${x} ${y}`).join('L');
  return {
    line: runs.map((run) => `M${through(run)}${run.length === 1 ? 'h0' : ''}`).join(''),
    area: runs.map((run) => `M${run[0]?.x ?? 0} ${height}L${through(run)}V${height}Z`).join(''),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
