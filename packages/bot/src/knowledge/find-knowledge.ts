import type { Db } from '@parley/data/db'
import { listKnowledge } from '@parley/data/knowledge/list-knowledge'
import { buildIndex, type KnowledgeIndex, type Match } from './knowledge-index.ts'

const maxIndexes = 200

type Campaign = { id: string; accountId: string; version: number }

/** The indexes in use, by campaign; a change of the campaign raises its version, and then it is built anew. */
const indexes = new Map<string, { version: number; index: KnowledgeIndex }>()

/** The campaign's entries that may answer the question, the best first. It never sees another account's. */
export async function findKnowledge(db: Db, campaign: Campaign, question: string): Promise<Match[]> {
  return (await indexOf(db, campaign)).search(question)
}

async function indexOf(db: Db, { id, accountId, version }: Campaign): Promise<KnowledgeIndex> {
  const known = indexes.get(id)
  const index = known?.version === version ? known.index : await buildIndex(await listKnowledge(db, accountId, id))
  indexes.delete(id)
  indexes.set(id, { version, index }) // the last used one is the last in the map
  const [oldest] = indexes.keys()
  if (indexes.size > maxIndexes && oldest !== undefined) indexes.delete(oldest)
  return index
}
