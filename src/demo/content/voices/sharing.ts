import { topic } from './topic.ts'

const offices = ['zendesk', 'intercom', 'survey', 'slack'] as const

export const sharing = [
  topic({
    about: 'sharing',
    key: 'guests',
    mood: 'angry',
    weight: 4,
    curve: 'steady',
    says: `
    [A guest|An outside consultant|A supplier] we removed [last week|on Friday] can still [open|read] pages through [an old link|a shared link].
    Guests [see|can see] the [names of all our folders|whole member list], although they were invited to one page.
    Inviting a guest to one page [also gave them|gave them access to] [the folder above it|the subpages].`,
    adds: `
    For us an open link is a security incident.
    We found out by accident.`,
    sources: offices,
  }),
  topic({
    about: 'sharing',
    key: 'levels',
    mood: 'angry',
    weight: 4,
    curve: 'steady',
    says: `
    Nobody understands the difference between [can edit and full access|the access levels|viewer and commenter].
    The share dialog is [confusing|so confusing], I never know who [can see|will see] the page afterwards.
    It took me [half an hour|ages] to find out why a colleague [could not open|had no access to] <page>.
    Permissions [inherited from a folder|of a folder] cannot be seen [from the page|anywhere], so people share by trial and error.`,
    adds: `
    We made a drawing of it for new people.
    I would like to preview a page as somebody else sees it.`,
    sources: offices,
  }),
  topic({
    about: 'sharing',
    key: 'groups',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    Can we share pages with [groups from our directory|a group instead of single people|our directory groups]?
    We need [groups|teams] in permissions, I am adding <n> people one by one.
    Please sync groups from [our identity provider|the directory] so that [leavers lose access|new people get access] by themselves.`,
    adds: `
    Every new starter costs me twenty minutes.
    Without that we cannot move the other departments over.`,
    sources: offices,
  }),
  topic({
    about: 'sharing',
    key: 'sso',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    Single sign-on should be [part of every paid plan|in the team plan], our IT [insists on it|does not allow passwords].
    [Login with|Signing in through] our identity provider [loops back to the start page|fails] [since Monday|for some users|after the certificate was renewed].
    We need [two-factor login|enforced two-factor sign-in] for [everybody|all guests] before the audit.`,
    adds: `
    Our security review is in <month>.
    IT will block the tool otherwise.`,
    sources: offices,
  }),
  topic({
    about: 'sharing',
    key: 'expiry',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Share links should [expire|end] after [a date|30 days] and [have a password|ask for a password].
    I want to see who [opened|looked at] a shared link [and when|in the last weeks].
    Please let admins [list|see] all [public links|shared pages] in one place.`,
    adds: `
    Our auditors ask for exactly this.
    At the moment I keep a list by hand.`,
    sources: offices,
  }),
  topic({
    about: 'sharing',
    key: 'praise',
    mood: 'likes',
    weight: 2,
    curve: 'steady',
    says: `
    Sharing a page with a client is [so simple|wonderfully easy] now, [they just click|no account needed].
    The new guest view looks [professional|great], clients [like it|are impressed].`,
    adds: `
    It replaced three other tools for us.`,
  }),
]
