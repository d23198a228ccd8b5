/*
 * Words of product feedback that mean the same. A search for a word of `words` also finds the others and the
 * `narrower` ones; a search for a narrower word finds only that word, so "iOS" does not find "Android". Words
 * `onlyInQuery` find the others and are not found by them: full-text search takes "excellent" for "Excel".
 */

export type SynonymGroup = {
  words: readonly string[]
  narrower?: readonly string[]
  onlyInQuery?: readonly string[]
}

export const synonymGroups: readonly SynonymGroup[] = [
  // Access
  {
    words: ['SSO', 'single sign-on', 'single signon', 'SAML'],
    narrower: ['Okta', 'OpenID', 'OIDC', 'Azure AD', 'Entra', 'identity provider', 'company account'],
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
    words: ['price', 'pricing', 'cost', 'expensive', 'overpriced', 'costly', 'pricey'],
    narrower: ['cheaper', 'unaffordable', 'cannot afford', 'out of reach', 'price increase', 'paying this much'],
  },
  { words: ['cheap', 'affordable', 'inexpensive'] },
  { words: ['invoice', 'bill', 'billing'], narrower: ['receipt', 'charged', 'overcharged'] },
  { words: ['refund', 'money back', 'reimbursement'] },
  { words: ['subscription', 'plan'] },
  { words: ['cancel', 'cancellation', 'unsubscribe', 'close my account', 'churn'] },
  // Quality
  {
    words: ['slow', 'lag', 'laggy', 'sluggish', 'performance', 'latency'],
    narrower: ['takes forever', 'takes ages', 'takes minutes', 'for ages', 'half a minute', 'slow loading'],
  },
  {
    words: ['crash', 'freeze', 'frozen', 'froze'],
    narrower: ['quit unexpectedly', 'stops responding', 'stopped responding', 'not responding', 'blue screen'],
  },
  { words: ['error', 'bug', 'defect', 'glitch'] },
  { words: ['confusing', 'unintuitive', 'unclear', 'hard to understand', 'hard to use'] },
  { words: ['accessibility', 'a11y'], narrower: ['screen reader', 'keyboard navigation', 'colour contrast'] },
  // Data
  { words: ['export', 'download'] },
  { words: ['CSV', 'spreadsheet', 'XLSX', 'XLS'], onlyInQuery: ['Excel'] },
  { words: ['attachment', 'file upload', 'attached file', 'attach'] },
  { words: ['picture', 'image', 'photo', 'screenshot'] },
  { words: ['backup', 'back up'], narrower: ['restore'] },
  { words: ['trash', 'recycle bin', 'undelete', 'recover deleted', 'restore'] },
  { words: ['GDPR', 'data protection', 'privacy'] },
  // Product areas
  { words: ['dark mode', 'night mode', 'dark theme', 'night theme', 'dark interface'] },
  { words: ['notification', 'alert', 'push message'], narrower: ['reminder'] },
  { words: ['email', 'e-mail', 'mail'] },
  { words: ['integration', 'connector', 'plugin', 'add-on'], narrower: ['Zapier'] },
  { words: ['API', 'REST API', 'programming interface'] },
  { words: ['onboarding', 'getting started', 'first steps'], narrower: ['tutorial', 'product tour', 'walkthrough'] },
  { words: ['documentation', 'docs', 'manual', 'help page'] },
  { words: ['customer support', 'customer service', 'help desk', 'helpdesk', 'support team', 'service team'] },
  { words: ['translation', 'localization', 'translate', 'localize', 'i18n'] },
  { words: ['report', 'analytics', 'statistics'], narrower: ['chart', 'diagram', 'graph'] },
  { words: ['chart', 'graph', 'diagram'] },
  { words: ['shortcut', 'hotkey', 'keyboard shortcut'] },
  { words: ['user interface', 'UI'] },
  { words: ['sync', 'synchronization', 'synchronize', 'syncing'] },
  { words: ['recurring', 'repeating'] },
]
