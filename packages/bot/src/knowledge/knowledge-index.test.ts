import { describe, expect, test } from 'vitest'
import { shopKnowledge, shopQuestions } from '../testing/harbour-cycles.ts'
import { pickEntry } from './answer-from-knowledge.ts'
import { buildIndex } from './knowledge-index.ts'

describe('with what a shop knows', async () => {
  const knowledge = shopKnowledge()
  const questions = shopQuestions()
  const index = await buildIndex(knowledge)
  const answer = (ask: string) => pickEntry(index.search(ask))?.question

  test('the set has 200 entries, 60 questions in other words and 20 unrelated ones', () => {
    expect(knowledge).toHaveLength(200)
    expect(questions.filter(({ expects }) => expects !== '')).toHaveLength(60)
    expect(questions.filter(({ expects }) => expects === '')).toHaveLength(20)
    for (const { ask } of questions) expect(knowledge.some(({ question }) => question === ask)).toBe(false)
  })

  test('at least 85 % of the questions in other words are answered right', () => {
    const asked = questions.filter(({ expects }) => expects !== '')
    const wrong = asked.filter(({ ask, expects }) => answer(ask) !== expects).map(({ ask }) => ask)
    expect(wrong.length / asked.length, wrong.join('\n')).toBeLessThanOrEqual(0.15)
  })

  test('at least 90 % of the unrelated questions get the fallback', () => {
    const asked = questions.filter(({ expects }) => expects === '')
    const wrong = asked.filter(({ ask }) => answer(ask) !== undefined).map(({ ask }) => ask)
    expect(wrong.length / asked.length, wrong.join('\n')).toBeLessThanOrEqual(0.1)
  })

  test('every entry is found by its own question', () => {
    const lost = knowledge.filter(({ question }) => answer(question ?? '') !== question)
    expect(lost.map(({ question }) => question)).toEqual([])
  })
})

describe('an index', () => {
  const search = async (known: typeof entries, ask: string) => pickEntry((await buildIndex(known)).search(ask))?.answer

  const entries = [
    { question: 'When do you open? What are your business hours?', answer: 'At nine.' },
    { question: 'Où est le café?', answer: 'Rue du Port.' },
    { question: '配送料はいくらですか?', answer: '500円です。' },
    { question: null, answer: 'Returns › Conditions\nThe tag must still be attached to a garment that is sent back.' },
  ]

  test.each([
    ['finds each wording of a question', 'business hours', 'At nine.'],
    ['forgives a slip of the finger', 'busines huors', 'At nine.'],
    ['forgives it in a synonym too', 'oppening hours', 'At nine.'],
    ['ignores case and accents', 'OU EST LE CAFE', 'Rue du Port.'],
    ['finds words in scripts that have no spaces', '配送料を教えて', '500円です。'],
    ['finds passages of documents, which have no question', 'must the garment tag be attached', entries[3]?.answer],
    ['finds nothing for what it does not know', 'quantum physics', undefined],
    ['finds nothing for words that say nothing', 'what is it', undefined],
    ['finds nothing for nothing', '👍 …', undefined],
  ])('%s', async (_, ask, answer) => {
    expect(await search(entries, ask)).toBe(answer)
  })

  test('of no entries finds nothing', async () => {
    expect(await search([], 'When do you open?')).toBeUndefined()
  })
})
