export type StoredFile = { id: string; contentType: string; sizeBytes: number }

/** What a browser may show by itself: it runs nothing within them. All else is offered to be saved. */
const shown = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/webm', 'weba'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
])

/** Names of what is saved; other types keep their bytes under `.bin`. */
const saved = new Map([
  ['application/pdf', 'pdf'],
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['application/zip', 'zip'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
])

/** What the file is called on somebody's disk; those that came by URL may have had any name. */
export const mediaFileName = ({ id, contentType }: Pick<StoredFile, 'id' | 'contentType'>): string =>
  `media-${id.slice(0, 8)}.${shown.get(contentType) ?? saved.get(contentType) ?? 'bin'}`

/** Headers under which a file of a stranger can be served from our own address. */
export function mediaHeaders(file: StoredFile): Record<string, string> {
  const { contentType, sizeBytes } = file
  const isShown = shown.has(contentType)
  return {
    'content-type': isShown ? contentType : 'application/octet-stream',
    'content-length': String(sizeBytes),
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${mediaFileName(file)}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=300',
  }
}
