import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bodies up to this size cost little to hold. */
const smallBytes = 1024 * 1024
/** Each may be 20 MiB, and is held twice while it is read. */
const maxAtOnce = 4
const maxWaiting = 32
const waitMs = 10_000

/** Lets few large bodies in at a time. More wait for their turn, unread; beyond that they are asked to come again. */
export function limitLargeBodies(app: FastifyInstance): void {
  let inside = 0
  const line: (() => void)[] = []

  /** The place goes to the next in line, if there is one. */
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else inside -= 1
  }
  const enter = async () => {
    if (inside >= maxAtOnce) await nextInLine()
    else inside += 1
  }
  const nextInLine = () =>
    new Promise<void>((resolve, reject) => {
      if (line.length >= maxWaiting) return reject(tooMany())
      const called = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(called), 1)
        reject(tooMany())
      }, waitMs)
      line.push(called)
    })

  app.addHook('onRequest', (request, reply, done) => {
    if (!mayBeLarge(request)) return done()
    enter().then(() => {
      if (reply.raw.destroyed)
        leave() // the caller has gone meanwhile
      else reply.raw.once('close', leave)
      done()
    }, done)
  })
}

const tooMany = () =>
  new ParleyError('UNAVAILABLE', 'Too many large bodies are on their way; send the same again shortly.', {
    retryAfterS: 2,
  })

function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if ((routeOptions.bodyLimit ?? 0) <= smallBytes) return false
  const announced = headers['content-length']
  return announced === undefined ? headers['transfer-encoding'] !== undefined : Number(announced) > smallBytes
}
