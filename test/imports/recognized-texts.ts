/* Texts as people paste them and recorders write them, for the recognition. */

export const texts = {
  'teams-new.txt': `Discovery call with Harbor Foods-20260311_100210-Meeting Recording
March 11, 2026, 9:02AM
32m 10s

Mia Koch started transcription

Mia Koch   0:03
Thanks for joining, Ana. How do you plan your shifts today?

Ana Ruiz   0:09
In a spreadsheet. Every Friday I copy last week's plan and change it by hand, it takes two hours.

Mia Koch   0:21
What happens when somebody is sick?

Ana Ruiz   0:25
I call people one by one. I really need swaps in the app.

Mia Koch stopped transcription`,
  'fireflies.txt': `Harbor Foods Discovery - transcript by Fireflies.ai
Date: Mar 11, 2026 10:00 AM
Duration: 32 mins

[00:00:03] Mia Koch: Thanks for joining. How do you plan shifts?
[00:00:09] Ana Ruiz: In a spreadsheet. It takes two hours every Friday.
[00:00:21] Mia Koch: What about sick leave?
[00:00:25] Ana Ruiz: I call people one by one. I need swaps in the app.`,
  'fireflies2.txt': `00:00:03 Mia Koch
Thanks for joining. How do you plan shifts?

00:00:09 Ana Ruiz
In a spreadsheet. It takes two hours every Friday.

00:00:21 Mia Koch
What about sick leave?

00:00:25 Ana Ruiz
I call people one by one. I need swaps in the app.`,
  'grain.txt': `Mia Koch [00:03]: Thanks for joining. How do you plan shifts?
Ana Ruiz [00:09]: In a spreadsheet. It takes two hours every Friday.
Mia Koch [00:21]: What about sick leave?
Ana Ruiz [00:25]: I call people one by one. I need swaps in the app.`,
  'qa.txt': `Interview: Shift planning at Harbor Foods
Date: 11 March 2026
Participant: Ana Ruiz, operations manager
Interviewer: Mia Koch

Q: How do you plan shifts today?
A: In a spreadsheet. It takes two hours every Friday.

Q: What about sick leave?
A: I call people one by one. I need swaps in the app.
And nobody sees the new plan before they come in.`,
  'notes.md': `# Interview with Ana Ruiz, Harbor Foods

**Date:** 2026-03-11
**Participants:** Ana Ruiz (Harbor Foods), Mia Koch

## Background
Operations manager, 40 drivers, uses a spreadsheet.

## Pain points
- Planning takes two hours every Friday
- She calls people one by one when somebody is sick
- Nobody sees the new plan before they come in

## Quotes
"I really need swaps in the app."`,
  'headings.txt': `Interview with Ana Ruiz
11.03.2026

Context:
Ana plans 40 drivers for Harbor Foods.

Current process:
She copies last week's plan each Friday. It takes two hours.

Problems:
Swaps are done by phone. Nobody sees the new plan in time.

Wishes:
She wants swaps in the app.`,
  'german.txt': `Interview: Schichtplanung
Datum: 11.03.2026
Teilnehmerin: Ana Ruiz
Interviewerin: Mia Koch

Mia: Wie planen Sie heute?
Ana: In einer Tabelle. Das dauert jeden Freitag zwei Stunden.
Mia: Und wenn jemand krank ist?
Ana: Dann rufe ich alle einzeln an. Ich brauche Tausch in der App.`,
  'zoom.vtt': `WEBVTT

1
00:00:03.120 --> 00:00:07.000
Mia Koch: Thanks for joining. How do you plan shifts?

2
00:00:09.000 --> 00:00:15.000
Ana Ruiz: In a spreadsheet. It takes two hours every Friday.

3
00:00:21.000 --> 00:00:22.000
Mia Koch: What about sick leave?

4
00:00:25.000 --> 00:00:29.000
Ana Ruiz: I call people one by one. I need swaps in the app.`,
  'call.srt': `1
00:00:03,120 --> 00:00:07,000
Thanks for joining. How do you plan shifts?

2
00:00:09,000 --> 00:00:15,000
In a spreadsheet. It takes two hours every Friday.`,
  'otter.txt': `Harbor Foods discovery
Wed, Mar 11, 2026 10:02AM • 32:10
SUMMARY KEYWORDS
shifts, swaps, plan
SPEAKERS
Mia Koch, Ana Ruiz

Mia Koch  00:03
Thanks for joining. How do you plan shifts?

Ana Ruiz  00:09
In a spreadsheet. It takes two hours every Friday.

Mia Koch  00:21
What about sick leave?

Ana Ruiz  00:25
I call people one by one. I need swaps in the app.

Transcribed by https://otter.ai`,
  'bold.md': `**Interviewer:** How do you plan shifts today?

**Participant 3:** In a spreadsheet. It takes two hours every Friday.

**Interviewer:** What about sick leave?

**Participant 3:** I call people one by one. One thing: nobody sees the plan.`,
  'usertest.txt': `Participant: P4
Role: Nurse
Date: 2026-03-11
Notes:
P4 opened the roster and looked for the swap button for a minute.
"I would expect it here, next to my name."
She gave up and called a colleague.`,
  'dash.txt': `Mia – How do you plan shifts today?
Ana – In a spreadsheet. It takes two hours every Friday.
Mia – What about sick leave?
Ana – I call people one by one. I need swaps in the app.`,
  'speaker12.txt': `Speaker 1 (00:00:03): Thanks for joining. How do you plan?
Speaker 2 (00:00:09): In a spreadsheet, it takes two hours.
Speaker 1 (00:00:21): What about sick leave?
Speaker 2 (00:00:25): I call people one by one.`,
  'list.txt': `The export takes forever for big accounts.
Love the new calendar, but I miss week numbers.
Please add dark mode
Can't find where to change my password`,
  'bullets.txt': `- export is slow
- no dark mode
- the app logs me out
  every single day`,
  'blocks.txt': `The export takes forever.
We have 40k rows and it dies.

Love the new calendar.

Please add dark mode, my eyes hurt
at night.`,
  'mail.txt': `Hi team,

we have used the app for two years and love it. Lately the export takes forever.

Could you look at it?

Best,
Ana`,
  'one.txt': `The export takes forever and then it fails
with an error nobody understands, so we gave up
and copy things by hand.`,
  'pasted-table': `Comment,Email,Date
Export is slow,ana@example.com,2026-03-01
No dark mode,ben@example.com,2026-03-02`,
  'objects.json': `[{"text":"Export is slow","author":{"email":"a@b.co"},"created_at":"2026-03-01"},{"text":"No dark mode","author":{"email":"c@b.co"},"created_at":"2026-03-02"}]`,
  'strings.json': `["Export is slow","No dark mode"]`,
  links: `https://apps.apple.com/de/app/slack-for-teams/id618783545
https://play.google.com/store/apps/details?id=com.Slack&hl=en
github.com/earshot/earshot/issues
https://forum.example.com/latest.rss`,
  site: `https://forum.example.com/latest`,
} satisfies Record<string, string>
