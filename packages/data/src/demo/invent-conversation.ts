import { derive, externalContactId, incomingMessageId } from '@parley/contracts/ids'
import { daysBefore } from './day-rhythm.ts'
import { type Random, randomFrom } from './random.ts'
import { channels, deliveryErrors, fillings, firstNames, type Line, lastNames, openTopics, topics } from './topics.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const failedShare = 0.004

/** What a conversation is made of: its number, how many messages it has, and where it stands among the others. */
export type Plan = { accountId: string; number: number; messages: number; daysAgo: number; now: number; team: string[] }

/** A person, the conversation and all that was said, as the seeding statement takes it. */
export function inventConversation({ accountId, number, messages: count, daysAgo, now, team }: Plan) {
  const random = randomFrom(number)
  const fromId = `demo-${number}`
  const id = externalContactId(accountId, fromId)
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  const { lines, starts, needsPerson } = chooseLines(random, count, daysAgo)
  const times = placeInTime(random, { lines, starts, lastAt: daysBefore(now, daysAgo) })
  const member = team.length > 0 ? random.pick(team) : null
  const fill = filler(random, firstName)
  let sequence = 0
  const messages = lines.map(([speaker, text], index) => {
    const isIncoming = speaker === 'customer' || speaker === 'reaction'
    const hasFailed = !isIncoming && random.share() < failedShare
    const sid = `${fromId}-${index + 1}`
    return {
      id: isIncoming ? incomingMessageId(accountId, sid) : derive('message.demo', accountId, sid),
      conversationId: id,
      direction: isIncoming ? 'incoming' : 'outgoing',
      kind: speaker === 'reaction' ? 'reaction' : 'text',
      body: fill(text),
      status: isIncoming ? 'received' : hasFailed ? 'Failed' : 'Sent',
      error: hasFailed ? random.pick(deliveryErrors) : null,
      sid: isIncoming ? sid : null,
      sentBy: isIncoming ? null : speaker,
      sentById: speaker === 'person' ? member : null,
      sequence: isIncoming ? null : ++sequence,
      at: times[index] ?? now,
    }
  })
  const lastTopic = lines.slice(starts.at(-1))
  const isPersons = !needsPerson && daysAgo < 5 && lastTopic.some(([speaker]) => speaker === 'person')
  const isUnread = needsPerson !== null || (daysAgo < 1.5 && random.share() < 0.3)
  return {
    contact: {
      id,
      fromId,
      firstName,
      lastName: random.share() < 0.9 ? lastName : null,
      // No such area code exists.
      phone: random.share() < 0.5 ? `+1555${String(number).padStart(7, '0')}` : null,
      email: random.share() < 0.6 ? `${asciiOf(firstName)}.${asciiOf(lastName)}${number}@example.com` : null,
      botEnabled: random.share() > 0.01,
      doNotDisturb: random.share() < 0.01,
      createdAt: times[0] ?? now,
    },
    conversation: {
      id,
      channel: random.pick(channels),
      messages: count,
      unread: isUnread ? lastTopic.filter(([speaker]) => speaker === 'customer').length : 0,
      lastAt: times.at(-1) ?? now,
      preview: messages.at(-1)?.body.slice(0, 160) ?? '',
      owner: isPersons ? 'person' : 'bot',
      assigneeId: isPersons ? member : null,
      needsPerson,
      turns: lines.filter(([speaker]) => speaker === 'customer').length,
      sent: sequence,
      createdAt: times[0] ?? now,
    },
    messages,
  }
}

/** Whole topics that make up the number exactly; of the last days some end with a customer who waits. */
function chooseLines(random: Random, count: number, daysAgo: number) {
  const open = daysAgo < 3 && random.share() < 0.12 ? random.pick(openTopics) : undefined
  const last = open && open.lines.length <= count ? open : undefined
  const lines: Line[] = []
  const starts: number[] = []
  const add = (topic: readonly Line[]) => {
    starts.push(lines.length)
    lines.push(...topic)
  }
  const room = () => count - lines.length - (last?.lines.length ?? 0)
  let latest: (typeof topics)[number] | undefined
  while (room() > 0) {
    // Nobody asks the same thing twice in a row.
    const fitting = topics.filter((topic) => topic.length <= room() && topic !== latest)
    latest = random.pick(fitting)
    add(latest)
  }
  if (last) add(last.lines)
  return { lines, starts, needsPerson: last?.needsPerson ?? null }
}

/** The bot answers within seconds, people take minutes, and between two topics lie days. */
function placeInTime(random: Random, talk: { lines: Line[]; starts: number[]; lastAt: number }): number[] {
  const { lines, starts, lastAt } = talk
  const isStart = new Set(starts)
  // However much two people have to say to each other, it began within the last months.
  const longestPause = Math.min(20 * dayMs, (80 * dayMs) / starts.length)
  let at = 0
  const offsets = lines.map(([speaker], index) => {
    if (index === 0) return 0
    if (isStart.has(index)) at += random.between(longestPause / 10, longestPause)
    else if (speaker === 'bot') at += random.between(1_600, 4_000)
    else if (speaker === 'person') at += random.between(minuteMs, 9 * minuteMs)
    else at += random.between(minuteMs / 3, 4 * minuteMs)
    return at
  })
  return offsets.map((offset) => Math.round(lastAt - at + offset))
}

function filler(random: Random, name: string): (text: string) => string {
  const chosen: Record<string, () => string> = {
    name: () => name,
    order: () => `#${Math.floor(random.between(20_000, 90_000))}`,
    bike: () => random.pick(fillings.bike),
    day: () => random.pick(fillings.day),
    size: () => random.pick(fillings.size),
  }
  return (text) => text.replace(/\{(\w+)\}/g, (whole, word: string) => chosen[word]?.() ?? whole)
}

const asciiOf = (name: string): string =>
  name
    .replace('ø', 'o')
    .replace('ı', 'i')
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
