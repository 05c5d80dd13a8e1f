// npm run bench:bot: how well and how fast the knowledge engine finds answers, beside a bare look through all entries.
import { pickEntry } from '@parley/bot/knowledge/answer-from-knowledge'
import { buildIndex, type Entry } from '@parley/bot/knowledge/knowledge-index'
import { shopKnowledge, shopQuestions } from '@parley/bot/testing/harbour-cycles'

const rounds = 50
const questions = shopQuestions()
const shop = shopKnowledge()

const quantile = (times: number[], share: number) => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function measure(run: (ask: string) => unknown): number[] {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { ask } of questions) {
      const startedAt = performance.now()
      run(ask)
      times.push(performance.now() - startedAt)
    }
  }
  return times
}

const ms = (value: number) => value.toFixed(2)
const table: Record<string, string | number>[] = []
for (const copies of [1, 10, 50]) {
  const entries: Entry[] = Array.from({ length: copies }, (_, copy) =>
    shop.map(({ question, answer }) => ({ question: copy === 0 ? question : `${question} (${copy})`, answer })),
  ).flat()
  const startedAt = performance.now()
  const index = await buildIndex(entries)
  const builtInMs = performance.now() - startedAt
  const searches = measure((ask) => pickEntry(index.search(ask)))
  const bare = measure((ask) => entries.find(({ question, answer }) => `${question} ${answer}`.includes(ask)))
  table.push({
    entries: entries.length,
    'built in ms': ms(builtInMs),
    'p50 ms': ms(quantile(searches, 0.5)),
    'p99 ms': ms(quantile(searches, 0.99)),
    'bare look p99 ms': ms(quantile(bare, 0.99)),
  })
}

const index = await buildIndex(shop)
const rightOf = (asked: typeof questions) =>
  asked.filter(({ ask, expects }) => (pickEntry(index.search(ask))?.question ?? '') === expects).length
const related = questions.filter(({ expects }) => expects !== '')
const unrelated = questions.filter(({ expects }) => expects === '')
console.table(table)
console.log(`${rightOf(related)} of ${related.length} questions in other words answered right`)
console.log(`${rightOf(unrelated)} of ${unrelated.length} unrelated questions got the fallback`)
