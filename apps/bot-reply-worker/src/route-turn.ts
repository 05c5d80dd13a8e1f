import { readId } from '@parley/contracts/ids'
import type { Route } from '@parley/data/campaigns/list-routes'
import type { OpenTurn } from '@parley/data/turns/read-open-turn'

export type Routed = { campaignId: string; routedBy: 'campaignId' | 'keyword' | 'default'; reason: string }

/** Which campaign answers: the one that the platform names, else one with a keyword that fits, else the default. */
export function routeTurn(turn: OpenTurn, routes: Route[]): Routed | null {
  const open = turn.messages.filter(({ isOpen }) => isOpen)
  const refs = [...open.map(({ campaignRef }) => campaignRef).reverse(), turn.campaignRef]
  const ref = refs.find((each) => each !== null)
  const named = ref ? routes.find(({ id }) => id === readId('campaign', ref)) : undefined
  if (named) return routed(named, 'campaignId', `campaignId names the campaign "${named.name}"`)

  const text = open.map(({ body }) => body).join('\n')
  const [hit] = routes
    .flatMap((route) => route.keywords.map((keyword) => ({ route, keyword })))
    .filter(({ keyword }) => containsWord(text, keyword))
    .sort((a, b) => b.keyword.length - a.keyword.length)
  if (hit) return routed(hit.route, 'keyword', `the keyword "${hit.keyword}" leads to the campaign "${hit.route.name}"`)

  const fallback = routes.find(({ isDefault }) => isDefault)
  return fallback ? routed(fallback, 'default', `"${fallback.name}" is the default campaign`) : null
}

const routed = ({ id }: Route, routedBy: Routed['routedBy'], reason: string): Routed => ({
  campaignId: id,
  routedBy,
  reason,
})

/** Whole words only: "art" is not in "start". */
function containsWord(text: string, keyword: string): boolean {
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${keyword.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'iu',
  ).test(text)
}
