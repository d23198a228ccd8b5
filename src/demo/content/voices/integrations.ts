import { topic } from './topic.ts'

const offices = ['zendesk', 'intercom', 'slack', 'survey'] as const

export const integrations = [
  topic(
    'integrations',
    'chat',
    'angry',
    5,
    'falling',
    `
    The [Slack|chat] connector [posts everything twice|stopped posting|loses its connection every few days].
    [Slack notifications|Notifications in our channel] [arrive hours late|never arrive|come for pages nobody follows].
    We have to reconnect Slack [every week|after each password change], and nobody tells us that it is off.`,
    `
    We missed an incident because no message came.
    The channel is the first thing my team looks at.`,
    offices,
  ),
  topic(
    'integrations',
    'calendar',
    'asks',
    4,
    'falling',
    `
    Please connect [our calendar|Outlook|Google Calendar] so that [a meeting has its notes page|notes are made for each meeting].
    The calendar integration [forgets the time zone|shows meetings an hour late|misses recurring meetings].
    I would like meeting notes to [start from the calendar entry|list the attendees by themselves].`,
    `
    I copy attendees by hand each time.
    We have twenty meetings a day.`,
    offices,
  ),
  topic(
    'integrations',
    'jira',
    'asks',
    4,
    'falling',
    `
    Tickets from [Jira|Linear|our tracker] should show their [status|assignee] inside a page.
    The [Jira|issue] embed [shows an old status|asks me to sign in again and again].
    Can a task in a page become [a Jira issue|a ticket] with one click?`,
    `
    Otherwise we keep two lists.
    Our developers would love it.`,
    offices,
  ),
  topic(
    'integrations',
    'api',
    'asks',
    4,
    'steady',
    `
    The API [has no endpoint for|cannot read] [comments|permissions|page history].
    [Webhooks|A webhook] when a page changes would let us [rebuild our help centre|update our site] automatically.
    The API rate limit is too low: [our nightly export takes six hours|we hit it with <n> pages].
    API documentation lacks [examples|error codes], I found out by [trial and error|reading the responses].`,
    `
    Our developers wait for it to finish an integration.
    We sync pages to our own site every night.`,
    offices,
  ),
  topic(
    'integrations',
    'praise',
    'likes',
    2,
    'falling',
    `
    The rebuilt Slack connector [is great|works without a hitch|finally does what we need].
    Connecting our [tracker|drive] took two minutes, [very smooth|well done].`,
    `
    The old connector cost us an hour a week.`,
    offices,
  ),
]
