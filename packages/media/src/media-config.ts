import { z } from 'zod'

/** Where files are kept. For every process that reads or writes any; all must be told the same. */
export const MediaConfig = z.object({
  MEDIA_URL: z
    .string()
    .refine((text) => ['file:', 's3:'].includes(URL.parse(text)?.protocol ?? ''), {
      error: 'must begin with file:/// or s3://',
    })
    .default('file:///var/lib/parley/media')
    .describe(
      'Where media is kept: a folder that every process shares, `file:///var/lib/parley/media`, or a bucket of any S3-compatible store, `s3://bucket/prefix?endpoint=https://host:9000&region=us-east-1`.',
    ),
  MEDIA_S3_KEY_ID: z.string().optional().describe('Access key of the bucket.'),
  MEDIA_S3_SECRET: z.string().optional().describe('Secret of the access key.').meta({ secret: true }),
})

export type MediaConfig = z.output<typeof MediaConfig>
