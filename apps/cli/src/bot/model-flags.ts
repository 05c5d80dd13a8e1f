import { LlmSettings } from '@parley/contracts/campaigns'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { readFlagFile } from '../read-file.ts'

const { provider, baseUrl, model, temperature } = LlmSettings.shape

/** How a language model is reached. The key comes in a file, as flags are seen by everybody on the machine. */
export const modelFlags = {
  provider: provider.describe('Whose protocol the model speaks; openai-compatible unless it is set'),
  baseUrl: baseUrl.describe('Where the model is, e.g. https://api.openai.com/v1').meta({ value: 'URL' }),
  model: model.describe('Its name there').meta({ value: 'NAME' }),
  temperature: z
    .string()
    .transform(Number)
    .pipe(temperature.unwrap())
    .optional()
    .describe('From 0, always the same, to 2')
    .meta({ value: 'N' }),
  maxTokens: wholeNumber(16, 32_000).optional().describe('The longest reply').meta({ value: 'N' }),
  images: z.enum(['on', 'off']).optional().describe('Whether the model takes images'),
  keyFile: z.string().optional().describe('A file that holds the API key').meta({ value: 'FILE' }),
}

type ModelFlags = z.output<z.ZodObject<typeof modelFlags>>

/** The settings that were given, on top of those that were there. */
export function mergeModel(before: LlmSettings, flags: ModelFlags): LlmSettings {
  const { images, keyFile: _, ...given } = flags
  return LlmSettings.parse({
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(images !== undefined && { images: images === 'on' }),
  })
}

export const readKeyFile = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : (await readFlagFile('--key-file', file)).trim()
