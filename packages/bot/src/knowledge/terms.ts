import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'
import { canonicalWord } from './synonyms.ts'

/** Scripts without spaces between words; they need a dictionary, which is ten times as slow. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, whatever their case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']s\b/g, '')
    .replaceAll(/(\p{L})[-’'](?=\p{L})/gu, '$1')
  if (!spaceless.test(plain)) return plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return Array.from(segmenter.segment(plain)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => stemmer(word))

/** The words that say what a text is about, each in one form whatever its ending or synonym. */
export const termsOf = (text: string): string[] => stemsOf(text).map(canonicalWord)

/** The words of a text that a synonym stands for, by themselves: only so can they be recognised when misspelt. */
export const spellingsOf = (text: string): Map<string, string> =>
  new Map(stemsOf(text).flatMap((stem) => (canonicalWord(stem) === stem ? [] : [[stem, canonicalWord(stem)] as const])))
