/**
 * Contacts that contain a text in their name, address, number or id; `pattern` names the parameter with what
 * `containing` makes of it. To the letter as the index `sql_contact_search` has it, or that is of no use.
 */
export const contactMatches = (pattern: string): string => `(
  coalesce(contact.first_name, '') || ' ' || coalesce(contact.last_name, '') || E'\\n' || coalesce(contact.email, '') || E'\\n'
  || coalesce(contact.phone, '') || E'\\n' || coalesce(contact.external_id, '')
) ilike ${pattern}`

export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
