/* What texts look like that the contract and the mapping of integrations accept; regular expressions. */

/** With its country code. */
export const phonePattern = '^(\\+|00)[1-9]([ ()./-]{0,3}[0-9]){5,14}$'
/** ISO 3166. */
export const countryPattern = '^[A-Z]{2}$'
/** BCP 47. */
export const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
export const maxLanguageLength = 35
/** Of a source, a survey and an integration. */
export const slugPattern = '^[a-z0-9][a-z0-9_-]{0,63}$'
export const webAddressPattern = '^https?://[^\\s]+$'
/** A domain in lower case; letters beyond ASCII as Punycode. */
export const domainPattern = '^[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})+$'
