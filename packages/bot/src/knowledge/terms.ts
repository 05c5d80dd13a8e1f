import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'
import { canonicalWord } from './synonyms.ts'

/** Splits by the rules of Unicode, so that scripts without spaces have words too. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text that say what it is about, each in one form whatever its case, accents, ending or synonym. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']s\b/g, '')
    .replaceAll(/(\p{L})-(?=\p{L})/gu, '$1')
  for (const { segment, isWordLike } of words.segment(plain)) {
    if (!isWordLike || stopWords.has(segment)) continue
    terms.push(canonicalWord(stemmer(segment)))
  }
  return terms
}
