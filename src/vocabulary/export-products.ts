/** Products whose files are recognized by their column names, as their makers write them. */
export const exportProducts = {
  aha: 'Aha!',
  airtable: 'Airtable',
  app_store: 'App Store Connect',
  asknicely: 'AskNicely',
  canny: 'Canny',
  delighted: 'Delighted',
  fider: 'Fider',
  freshdesk: 'Freshdesk',
  g2: 'G2',
  github: 'GitHub',
  google_forms: 'Google Forms',
  google_play: 'Google Play',
  hubspot: 'HubSpot',
  intercom: 'Intercom',
  jira: 'Jira',
  linear: 'Linear',
  notion: 'Notion',
  productboard: 'Productboard',
  quackback: 'Quackback',
  salesforce: 'Salesforce',
  surveymonkey: 'SurveyMonkey',
  trustpilot: 'Trustpilot',
  typeform: 'Typeform',
  uservoice: 'UserVoice',
  zendesk: 'Zendesk',
} as const

export type ExportName = keyof typeof exportProducts
export const exportNames = Object.keys(exportProducts) as ExportName[]
