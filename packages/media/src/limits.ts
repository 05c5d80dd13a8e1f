/** Of one file, decoded. */
export const maxMediaBytes = 10 * 1024 * 1024
