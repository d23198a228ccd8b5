/*
 * Words of product feedback that mean the same. A search for a word of `words` also finds the others and the
 * `narrower` ones; a search for a narrower word finds only that word, so "iOS" does not find "Android". Words
 * `onlyInQuery` find the others and are not found by them: full-text search takes "excellent" for "Excel".
 * An answer counts what it finds, so it does not look for `ambiguous` words: "cost me an hour" is not about prices.
 */

export type SynonymGroup = {
  words: readonly string[]
  narrower?: readonly string[]
  onlyInQuery?: readonly string[]
  ambiguous?: readonly string[]
}

export const synonymGroups: readonly SynonymGroup[] = [
  // Access
  {
    words: ['SSO', 'single sign-on', 'single signon', 'SAML'],
    narrower: ['Okta', 'OpenID', 'OIDC', 'Azure AD', 'Entra', 'identity provider'],
  },
  {
    words: ['2FA', 'MFA', 'two-factor', 'two factor authentication', 'multi-factor', 'second factor'],
    narrower: ['authenticator app', 'one-time password', 'OTP'],
  },
  { words: ['log in', 'login', 'logging in', 'sign in', 'signing in', 'signin', 'log on'] },
  { words: ['log out', 'logout', 'sign out', 'signed out', 'logged out'] },
  { words: ['sign up', 'signup', 'registration', 'create an account'] },
  { words: ['permission', 'access right', 'user role', 'access control'], narrower: ['read-only', 'guest access'] },
  // Platforms
  {
    words: ['phone', 'smartphone', 'mobile', 'cell phone', 'handset'],
    narrower: ['iOS', 'iPhone', 'Android'],
  },
  { words: ['iOS', 'iPhone', 'iPad'] },
  { words: ['tablet'], narrower: ['iPad'] },
  { words: ['Mac', 'macOS', 'OS X'], narrower: ['MacBook'] },
  { words: ['offline', 'without internet', 'no internet', 'no connection', 'without a connection'] },
  // Money
  {
    words: ['price', 'pricing', 'expensive', 'overpriced', 'pricey'],
    narrower: ['costs a fortune', 'costs too much', 'cheaper', 'unaffordable', 'cannot afford'],
    ambiguous: ['cost', 'costly'],
  },
  { words: ['cheap', 'affordable', 'inexpensive'] },
  { words: ['invoice', 'bill', 'billing'], narrower: ['receipt', 'overcharged'], ambiguous: ['charged'] },
  { words: ['refund', 'money back', 'reimbursement'] },
  { words: ['subscription'], ambiguous: ['plan'] },
  { words: ['cancel', 'cancellation', 'unsubscribe', 'close my account', 'churn'] },
  // Quality
  {
    words: ['slow', 'lag', 'laggy', 'sluggish', 'latency'],
    narrower: ['takes forever', 'takes ages'],
    ambiguous: ['performance', 'takes minutes'],
  },
  {
    words: ['crash', 'freeze', 'frozen', 'froze'],
    narrower: [
      'quits unexpectedly',
      'shuts down',
      'stops responding',
      'stopped responding',
      'not responding',
      'blue screen',
    ],
  },
  { words: ['error', 'bug', 'defect', 'glitch'] },
  { words: ['confusing', 'unintuitive', 'unclear', 'hard to understand', 'hard to use'] },
  { words: ['accessibility', 'a11y'], narrower: ['screen reader', 'keyboard navigation', 'colour contrast'] },
  // Data
  { words: ['export'], ambiguous: ['download'] },
  { words: ['CSV', 'spreadsheet', 'XLSX', 'XLS'], onlyInQuery: ['Excel'] },
  { words: ['attachment', 'file upload', 'attached file'], ambiguous: ['attach'] },
  { words: ['picture', 'image', 'photo', 'screenshot'] },
  { words: ['backup', 'back up'], ambiguous: ['restore'] },
  { words: ['trash', 'recycle bin', 'undelete', 'recover deleted'], ambiguous: ['restore'] },
  { words: ['GDPR', 'data protection', 'privacy'] },
  // Product areas
  { words: ['dark mode', 'night mode', 'dark theme', 'night theme', 'dark interface'] },
  { words: ['notification', 'push message'], ambiguous: ['alert', 'reminder'] },
  { words: ['email', 'e-mail', 'mail'] },
  { words: ['integration', 'connector', 'plugin', 'add-on'], narrower: ['Zapier'] },
  { words: ['API', 'REST API', 'programming interface'] },
  { words: ['onboarding', 'getting started', 'first steps'], narrower: ['tutorial', 'product tour', 'walkthrough'] },
  { words: ['documentation', 'docs', 'user manual', 'help page'], ambiguous: ['manual'] },
  { words: ['customer support', 'customer service', 'help desk', 'helpdesk', 'support team'] },
  { words: ['translation', 'localization', 'translate', 'localize', 'i18n'] },
  { words: ['analytics', 'statistics'], ambiguous: ['report', 'chart', 'diagram', 'graph'] },
  { words: ['chart', 'graph', 'diagram'] },
  { words: ['shortcut', 'hotkey', 'keyboard shortcut'] },
  { words: ['user interface', 'UI'] },
  { words: ['sync', 'synchronization', 'synchronize', 'syncing'] },
  { words: ['recurring', 'repeating'] },
]
