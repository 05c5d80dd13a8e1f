import { LlmSettings } from '@parley/contracts/campaigns'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { seal } from '../secrets/seal.ts'

/** The model that an account's campaigns use where they name none of their own. Given settings replace all before. */
export const setLlmDefaults = (
  db: Db,
  secretsKey: Buffer,
  accountId: string,
  input: { llm: LlmSettings; llmKey?: string | null | undefined; actor: string },
): Promise<{ llm: LlmSettings; hasLlmKey: boolean }> =>
  db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const { llmKey } = input
    const account = await tx.account.update({
      where: { id: accountId },
      data: {
        llmDefaults: input.llm,
        ...(llmKey !== undefined && { llmKeySealed: llmKey === null ? null : seal(secretsKey, llmKey) }),
      },
      select: { llmDefaults: true, llmKeySealed: true },
    })
    await writeAudit(tx, accountId, { actor: input.actor, action: 'account.llm', detail: input.llm })
    return { llm: LlmSettings.parse(account.llmDefaults), hasLlmKey: account.llmKeySealed !== null }
  })
