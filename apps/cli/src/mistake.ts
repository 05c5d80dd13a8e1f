/** Something the person at the keyboard can put right; told in one line, exit code 2. */
export class Mistake extends Error {
  override name = 'Mistake'
}
