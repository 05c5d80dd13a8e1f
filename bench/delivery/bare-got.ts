// The ceiling: got in a loop over the same number of kept-alive connections, with nothing signed and nothing kept.
import { Agent } from 'node:http'
import got from 'got'

const [url = '', posts = '', connections = '', body = ''] = process.argv.slice(2)
const agent = { http: new Agent({ keepAlive: true, maxSockets: Number(connections) }) }
let left = Number(posts)

const post = () => got.post(url, { body, headers: { 'content-type': 'application/json', 'webhook-id': 'bare' }, agent })
const loop = async () => {
  while (left-- > 0) await post()
}
await Promise.all(Array.from({ length: Number(connections) }, post)) // connections and code are warm
const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, loop))
const { user, system } = process.cpuUsage()
const perSecond = Number(posts) / ((performance.now() - startedAt) / 1_000)
console.log(JSON.stringify({ perSecond, cpuMicros: (user + system) / Number(posts) }))
process.exit()
