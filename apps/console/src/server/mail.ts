import { createTransport } from 'nodemailer'

/** Somebody waits before the page: the link that a mail would carry is shown there all the same. */
const patienceMs = 10_000

export type Letter = { to: string; subject: string; text: string }

/** Says whether the letter was sent: without a mail server it is not, and nothing is wrong with that. */
export type Mail = (letter: Letter) => Promise<boolean>

export function openMail(smtpUrl: string | undefined, from: string): Mail {
  if (!smtpUrl) return async () => false
  const transport = createTransport({ url: smtpUrl, connectionTimeout: patienceMs, greetingTimeout: patienceMs })
  return async (letter) => {
    await transport.sendMail({ from, ...letter })
    return true
  }
}
