import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'

export type Letter = { from: string; to: string[]; text: string; links: string[] }

const login = { user: 'parley', password: 'let me send' }

/** A mail server that wants a log-in and keeps what it is given. */
export function useMailServer() {
  const mailServer = { letters: [] as Letter[], refuses: false, url: '' }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login.user && password === login.password
      done(isRight ? null : new Error('The log-in is not right'), isRight ? { user: login.user } : undefined)
    },
    onRcptTo: (_address, _session, done) => done(mailServer.refuses ? new Error('No such mailbox') : null),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const unfolded = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        mailServer.letters.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          text: unfolded,
          links: unfolded.match(/https?:\/\/\S+/g) ?? [],
        })
        done()
      })
    },
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    mailServer.url = `smtp://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return mailServer
}
