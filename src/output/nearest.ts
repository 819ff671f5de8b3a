/**
 * The candidates that a mistyped name most likely meant, best first. For suggestions only: nothing is ever
 * run or chosen by likeness.
 */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = fold(name);
  const limit = Math.max(2, Math.ceil(wanted.length * 0.4));
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const contained =
      wanted.length >= 3 && folded.length >= 3 && (folded.includes(wanted) || wanted.includes(folded));
    const distance = contained ? 1 : editDistance(wanted, folded, limit);
    if (distance <= limit) scored.push({ candidate, score: distance });
  }
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, most).map((entry) => entry.candidate);
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[-_./\s]/g, "")
    .slice(0, 128);
}

/** Optimal string alignment distance, given up (as `limit + 1`) once it must exceed `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}
