/** Reads that still grow, by a pattern of the request, with what grows and why. */
export const growing: readonly { request: RegExp; reason: string }[] = [
  { request: /[?&](sort_)?custom_field=/, reason: 'ranges, words and orders of custom fields have no index' },
  { request: /\/export/, reason: 'an export contains every response' },
  { request: /^\/search/, reason: 'keyword search reads the newest rows up to fixed limits, all of them when small' },
  {
    request: /^\/(interviews|jobs).*(interview_|_before=early)/,
    reason: 'of interviews, each on a page of its own, a small organization has fewer than are tried',
  },
  {
    request: /^\/(interviews|feedback\/count|themes|subthemes|support|contacts|search).*[?&]tag=/,
    reason: 'if the next 2,000 rows with any tag do not fill a page, all rows with the tag are sorted',
  },
  {
    request: /[?&]segment_id=/,
    reason: 'what belongs to the contacts of a segment is counted row by row, or tried for each of the next 2,000 rows',
  },
  {
    request: /^\/nps\/responses\?theme_id=/,
    reason: 'if the next 2,000 responses do not fill a page, all responses of the theme are sorted',
  },
  { request: /^\/segments\/\{/, reason: 'a segment of a small organization does not fill a page' },
  { request: /^\/contacts\?company=/, reason: 'the contacts of a company grow in proportion here' },
  { request: /^\/contacts\?has_feedback=false/, reason: 'contacts without feedback have no index: all are tried' },
  {
    request: /^\/feedback\?language=xx|^\/interviews\?status=processing/,
    reason:
      'the state of feedback has an index of neither language nor kind: a value without match is looked for in all',
  },
  { request: /has_insights=/, reason: 'feedback and tickets are joined with insights row by row' },
  { request: /^\/feedback\/count\?/, reason: 'an exact count; only source, source type and time are counted by day' },
  { request: /^\/dashboard\/facets\?/, reason: 'values within another value (sources within a theme) are counted' },
  {
    request: /^\/dashboard\?(.*from=|period=(90d|12m))/,
    reason: 'days on which a theme has no NPS response become fewer',
  },
  {
    request: /^\/nps(\?compare=|\/breakdown$|\/breakdown\?by=segment)/,
    reason: 'the first and the last day of the period are read from rows',
  },
  { request: /^\/nps.*latest_per_contact=true/, reason: 'the responses of each contact are compared' },
  { request: /^\/nps(\/breakdown|\/drivers)?\?source=/, reason: 'themes and scores are not counted within a source' },
  {
    request: /^\/nps(\/drivers)?(\?from=early|\?latest_per_contact=false|$)/,
    reason: 'days on which a theme has no NPS response become fewer',
  },
  { request: /^\/surveys\/\{surveyId\}\/responses/, reason: 'all responses of the survey are filtered or sorted' },
  { request: /^\/analysis/, reason: 'insights of each analysis version are counted' },
  {
    request: /^\/(opportunities|projects|initiatives)(\/\{|\?segment_id)/,
    reason: 'one plan is shown with its evidence, which grows in proportion here',
  },
  {
    request: /^\/themes\/\{themeId\}\/one-pager/,
    reason: 'a document that is made rarely counts all insights of the theme',
  },
  {
    request: /^\/themes\/\{themeId\}(\/insights\?|$)/,
    reason: 'if its next 500 insights do not fill a page, all insights of the theme are filtered',
  },
  { request: /^\/subthemes\/\{/, reason: 'the insights of a subtheme are filtered and sorted' },
  { request: /sort=-?name/, reason: 'segments, themes and plans have no index of their names; there are few' },
  {
    request: /updated_since|(created|occurred)_after=late|types=/,
    reason: 'three days of a small organization do not fill a page',
  },
]

export const reasonToGrow = (request: string) => growing.find((one) => one.request.test(request))?.reason
