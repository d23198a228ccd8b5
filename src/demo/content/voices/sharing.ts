import { topic } from './topic.ts'

const offices = ['zendesk', 'intercom', 'survey', 'slack'] as const

export const sharing = [
  topic(
    'sharing',
    'guests',
    'angry',
    4,
    'steady',
    `
    [A guest|An outside consultant|A supplier] we removed [last week|on Friday] can still [open|read] pages through [an old link|a shared link].
    Guests [see|can see] the [names of all our folders|whole member list], although they were invited to one page.
    Inviting a guest to one page [also gave them|gave them access to] [the folder above it|the subpages].`,
    `
    For us an open link is a security incident.
    We found out by accident.`,
    offices,
  ),
  topic(
    'sharing',
    'levels',
    'angry',
    4,
    'steady',
    `
    Nobody understands the difference between [can edit and full access|the access levels|viewer and commenter].
    The share dialog is [confusing|so confusing], I never know who [can see|will see] the page afterwards.
    It took me [half an hour|ages] to find out why a colleague [could not open|had no access to] <page>.
    Permissions [inherited from a folder|of a folder] cannot be seen [from the page|anywhere], so people share by trial and error.`,
    `
    We made a drawing of it for new people.
    I would like to preview a page as somebody else sees it.`,
    offices,
  ),
  topic(
    'sharing',
    'groups',
    'asks',
    4,
    'steady',
    `
    Can we share pages with [groups from our directory|a group instead of single people|our directory groups]?
    We need [groups|teams] in permissions, I am adding <n> people one by one.
    Please sync groups from [our identity provider|the directory] so that [leavers lose access|new people get access] by themselves.`,
    `
    Every new starter costs me twenty minutes.
    Without that we cannot move the other departments over.`,
    offices,
  ),
  topic(
    'sharing',
    'sso',
    'asks',
    4,
    'steady',
    `
    Single sign-on should be [part of every paid plan|in the team plan], our IT [insists on it|does not allow passwords].
    [Login with|Signing in through] our identity provider [loops back to the start page|fails] [since Monday|for some users|after the certificate was renewed].
    We need [two-factor login|enforced two-factor sign-in] for [everybody|all guests] before the audit.`,
    `
    Our security review is in <month>.
    IT will block the tool otherwise.`,
    offices,
  ),
  topic(
    'sharing',
    'expiry',
    'asks',
    3,
    'steady',
    `
    Share links should [expire|end] after [a date|30 days] and [have a password|ask for a password].
    I want to see who [opened|looked at] a shared link [and when|in the last weeks].
    Please let admins [list|see] all [public links|shared pages] in one place.`,
    `
    Our auditors ask for exactly this.
    At the moment I keep a list by hand.`,
    offices,
  ),
  topic(
    'sharing',
    'praise',
    'likes',
    2,
    'steady',
    `
    Sharing a page with a client is [so simple|wonderfully easy] now, [they just click|no account needed].
    The new guest view looks [professional|great], clients [like it|are impressed].`,
    `
    It replaced three other tools for us.`,
  ),
]
