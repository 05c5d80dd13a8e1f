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

/** Headers under which a file of a stranger can be served from our own address. */
export function mediaHeaders({ id, contentType, sizeBytes }: StoredFile): Record<string, string> {
  const isShown = shown.has(contentType)
  const extension = shown.get(contentType) ?? saved.get(contentType) ?? 'bin'
  return {
    'content-type': isShown ? contentType : 'application/octet-stream',
    'content-length': String(sizeBytes),
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="media-${id}.${extension}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=300',
  }
}
