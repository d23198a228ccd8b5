import { topic } from './topic.ts'

const offices = ['zendesk', 'intercom', 'slack', 'survey'] as const

export const integrations = [
  topic({
    about: 'integrations',
    key: 'chat',
    mood: 'angry',
    weight: 5,
    curve: 'falling',
    says: `
    The [Slack|chat] connector [posts everything twice|stopped posting|loses its connection every few days].
    [Slack notifications|Notifications in our channel] [arrive hours late|never arrive|come for pages nobody follows].
    We have to reconnect Slack [every week|after each password change], and nobody tells us that it is off.`,
    adds: `
    We missed an incident because no message came.
    The channel is the first thing my team looks at.`,
    sources: offices,
  }),
  topic({
    about: 'integrations',
    key: 'calendar',
    mood: 'asks',
    weight: 4,
    curve: 'falling',
    says: `
    Please connect [our calendar|Outlook|Google Calendar] so that [a meeting has its notes page|notes are made for each meeting].
    The calendar integration [forgets the time zone|shows meetings an hour late|misses recurring meetings].
    I would like meeting notes to [start from the calendar entry|list the attendees by themselves].`,
    adds: `
    I copy attendees by hand each time.
    We have twenty meetings a day.`,
    sources: offices,
  }),
  topic({
    about: 'integrations',
    key: 'jira',
    mood: 'asks',
    weight: 4,
    curve: 'falling',
    says: `
    Tickets from [Jira|Linear|our tracker] should show their [status|assignee] inside a page.
    The [Jira|issue] embed [shows an old status|asks me to sign in again and again].
    Can a task in a page become [a Jira issue|a ticket] with one click?`,
    adds: `
    Otherwise we keep two lists.
    Our developers would love it.`,
    sources: offices,
  }),
  topic({
    about: 'integrations',
    key: 'api',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    The API [has no endpoint for|cannot read] [comments|permissions|page history].
    [Webhooks|A webhook] when a page changes would let us [rebuild our help centre|update our site] automatically.
    The API rate limit is too low: [our nightly export takes six hours|we hit it with <n> pages].
    API documentation lacks [examples|error codes], I found out by [trial and error|reading the responses].`,
    adds: `
    Our developers wait for it to finish an integration.
    We sync pages to our own site every night.`,
    sources: offices,
  }),
  topic({
    about: 'integrations',
    key: 'praise',
    mood: 'likes',
    weight: 2,
    curve: 'falling',
    says: `
    The rebuilt Slack connector [is great|works without a hitch|finally does what we need].
    Connecting our [tracker|drive] took two minutes, [very smooth|well done].`,
    adds: `
    The old connector cost us an hour a week.`,
    sources: offices,
  }),
]
