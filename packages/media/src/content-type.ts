import { fileTypeFromBuffer } from 'file-type'

/** Other names for the same type. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'video/x-m4v': 'video/mp4',
  'video/x-quicktime': 'video/quicktime',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'text/xml': 'application/xml',
  'image/x-icon': 'image/vnd.microsoft.icon',
}

/** Containers whose bytes do not tell what they are used for: each list is one family. */
const families: ((type: string) => boolean)[] = [
  (type) =>
    [
      'video/mp4',
      'audio/mp4',
      'audio/aac',
      'video/quicktime',
      'video/3gpp',
      'audio/3gpp',
      'image/heic',
      'image/heif',
      'image/avif',
    ].includes(type),
  (type) => ['audio/ogg', 'video/ogg', 'application/ogg'].includes(type),
  (type) => ['audio/webm', 'video/webm', 'video/matroska', 'video/x-matroska', 'audio/x-matroska'].includes(type),
  (type) => ['audio/mpeg', 'video/mpeg', 'audio/aac'].includes(type),
  (type) =>
    type === 'application/zip' ||
    type === 'application/java-archive' ||
    type === 'application/epub+zip' ||
    /^application\/vnd\.(openxmlformats|oasis|ms-|android)/.test(type),
  (type) =>
    type === 'application/x-cfb' || type === 'application/msword' || /^application\/vnd\.(ms-|visio)/.test(type),
  (type) => type === 'application/xml' || type.endsWith('+xml') || type === 'text/html',
  (type) => type === 'application/gzip' || type === 'application/x-tar' || type === 'application/x-gtar',
]

/** Types that always begin with their own mark: without it the bytes are something else. */
const marked = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

/** `Image/JPG; q=1` is `image/jpeg`; null for what is no content type. */
export function normaliseType(given: string): string | null {
  const bare = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!/^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/.test(bare)) return null
  return aliases[bare] ?? bare
}

/** The type to keep a file under, or what its bytes say instead. Types that bytes cannot tell, like CSV, pass. */
export async function judgeType(
  bytes: Uint8Array,
  declared: string,
): Promise<{ type: string } | { insteadOf: string; found: string | null }> {
  const claimed = normaliseType(declared)
  const sniffed = await fileTypeFromBuffer(bytes)
  const found = sniffed ? (normaliseType(sniffed.mime) ?? sniffed.mime) : null
  if (claimed === null) return { insteadOf: declared, found }
  if (claimed === 'application/octet-stream') return { type: found ?? claimed } // it claims nothing
  if (found === null) return marked.has(claimed) ? { insteadOf: claimed, found } : { type: claimed }
  const isSame = found === claimed || families.some((family) => family(found) && family(claimed))
  return isSame ? { type: claimed } : { insteadOf: claimed, found }
}
