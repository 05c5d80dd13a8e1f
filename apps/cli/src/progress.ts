const width = 30

/** Draws how far a long work is, where somebody watches. */
export function drawProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((done / total) * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  process.stderr.write(
    `\r${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${done === total ? '\n' : ''}`,
  )
}
