/**
 * @typedef {{ median: number, p10: number, p90: number, mean: number, samples: number }} Statistics
 */

/**
 * @param {readonly number[]} samples at least one
 * @returns {Statistics}
 */
export function summarise(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  return { median: quantile(sorted, 0.5), p10: quantile(sorted, 0.1), p90: quantile(sorted, 0.9), mean, samples: samples.length };
}

/** A quantile, interpolated linearly between two samples. @param {readonly number[]} sorted ascending @param {number} share 0..1 */
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = /** @type {number} */ (sorted[Math.floor(place)]);
  const above = /** @type {number} */ (sorted[Math.ceil(place)]);
  return below + (above - below) * (place - Math.floor(place));
}
