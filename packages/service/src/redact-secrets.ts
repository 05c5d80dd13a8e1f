const names = '[\\w-]*(?:password|secret|token|api[_-]?key|authorization|cookie)'

const jsonMember = new RegExp(`("${names}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi')
const queryParameter = new RegExp(`([?&]${names}=)[^&\\s"'#\\\\]+`, 'gi')
const urlPassword = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"]*:)[^\s/?#"]+(?=@)/gi

/** Works on finished text (a line of JSON, an error's stack), so it reaches any depth and any field. */
export const redactSecrets = (text: string): string =>
  text
    .replace(jsonMember, '$1"[redacted]"')
    .replace(queryParameter, '$1[redacted]')
    .replace(urlPassword, '$1[redacted]')
