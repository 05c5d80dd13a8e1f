export type Page<Item> = {
  items: Item[]
  /** Where the next page begins; null after the last one. */
  nextCursor: string | null
}

/** Takes one row more than the limit as the sign that there is another page. */
export function toPage<Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
