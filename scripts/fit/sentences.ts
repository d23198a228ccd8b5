import type { Labelled } from './forms.ts'

/*
 * Sentences written for this purpose where the public sets have few examples: not about apps, factual, or about
 * usability.
 */

const lines = (type: Labelled['type'], sentiment: Labelled['sentiment'], text: string): Labelled[] =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ text: line.trim(), type, sentiment }))

export const sentences: readonly Labelled[] = [
  ...lines(
    'other',
    'POSITIVE',
    `
    The keyboard feels great and the screen is sharp and bright.
    Battery easily lasts a full working day, which I did not expect at this price.
    Setup took five minutes and everything just worked.
    The hinge is solid and the whole machine feels well built.
    Runs cool and quiet even with a dozen programs open.
    Their support answered within the hour and solved it politely.
    The food was fresh and our waiter could not have been nicer.
    Onboarding our team of forty was painless.
    Since we switched, our weekly reports take minutes instead of hours.
    The new dashboard is a joy to work with.
    Fast delivery, careful packing, exactly as described.
    I would buy it again without thinking twice.
    The speakers are surprisingly good for something this thin.
    Pricing is fair for what you get.
    Search finds what I need even when I misspell it.
    The trackpad is the best I have ever used.
    My parents learned it in an afternoon, that says everything.
    Worth every penny.
    It boots in seconds and never gets in my way.
    The team clearly listens to its customers.`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    The screen is dim and the viewing angles are poor.
    It gets so hot that I cannot keep it on my lap.
    The fan is loud from the moment you switch it on.
    Battery life is nowhere near what was promised.
    The keys already feel loose after two months.
    Support kept me on hold for an hour and then hung up.
    We waited fifty minutes for food that arrived cold.
    Far too expensive for what it does.
    The price doubled at renewal without any warning.
    Nobody answers my e-mails any more.
    The plastic case feels cheap and scratches easily.
    I regret buying it and want my money back.
    It came with so much preinstalled junk that I gave up.
    The staff was rude and the room was dirty.
    It is heavier and bulkier than the one it replaced.
    Shipping took three weeks and the box was damaged.
    The sound is thin and tinny.
    They charge extra for things that used to be included.
    The microphone makes me sound as if I were under water.
    After a year of use I am done with this company.`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    It comes with Windows and a one year warranty.
    I bought it last month to replace my old laptop.
    We use it mostly for meetings on Mondays.
    The machine has two USB ports and an HDMI output.
    I am writing from the accounting department.
    It runs on version 4.2 at the moment.
    My colleague set it up for me in spring.
    We have about forty seats on the annual plan.
    The charger is sold separately.
    I usually open it in the browser, sometimes on the phone.
    It was delivered on Thursday.
    How do I change the billing address?
    Where can I see my last invoices?
    Is there a student discount?
    Which plan includes single sign-on?
    I have been using the free version for two weeks.
    The operating system had to be installed first.
    We compared it with two other tools before deciding.
    The menu has six entries, the last one is settings.
    I upgraded the memory to sixteen gigabytes myself.
    There is a store on the second floor.
    We ordered the soup and two salads.
    The trial ends next Friday.
    I asked my manager about the licence.
    The document has three sections.
    Can you tell me when the office opens?
    It is the same model that my brother has.
    The hard drive holds five hundred gigabytes.
    We moved from a spreadsheet to this in January.
    The tablet came in a white box with a manual.`,
  ),
  ...lines(
    'bug',
    'NEGATIVE',
    `
    CSV export stops at ten thousand rows and the file is empty.
    Sync has been stuck at 99 percent since yesterday's release.
    The invoice page returns error 500 when I filter by date.
    Clicking save closes the window and my changes are gone.
    Notifications arrive twice and some never arrive.
    The app crashes whenever I rotate the screen.
    Login loops back to the start page after entering the code.
    Attachments uploaded from Safari are corrupted.
    Charts show last month's numbers although the data is new.
    The integration disconnects every night and nobody tells me.
    Since the update the calendar is one hour off.
    Password reset mails never reach me.
    The total in the report does not match the sum of the rows.
    Video freezes after a few seconds while the sound keeps playing.
    Search returns nothing although the document is right there.`,
  ),
  ...lines(
    'bug',
    'NEUTRAL',
    `
    After importing, the date column shows the wrong time zone.
    The second page of results repeats entries of the first.
    Umlauts turn into question marks in the exported file.
    When two people edit at once, only one change is kept.
    The badge still shows three unread messages after I opened them.`,
  ),
  ...lines(
    'feature',
    'NEUTRAL',
    `
    Please add a way to export the board as PDF.
    It would help to have keyboard shortcuts for the editor.
    Could you support signing in with our company account?
    We need an API to push tickets automatically.
    An offline mode would make it usable on the train.
    I would like to tag several items at once.
    Let us schedule reports for Monday mornings.
    Dark mode would be welcome.
    A monthly payment option would be good.
    Is it planned to support two currencies?
    Let me hide columns I do not use.
    We are missing a role between admin and viewer.
    An integration with our chat would save us time.
    It should remember the filters I used last.
    Allow more than five people in a workspace.`,
  ),
  ...lines(
    'feature',
    'POSITIVE',
    `
    Love it, the only thing missing is a dark theme.
    Great tool; it would be perfect with recurring tasks.
    Really useful, please bring it to the iPad as well.
    Fantastic so far, I just wish I could print the summary.
    Excellent product. A weekly e-mail digest would be the cherry on top.`,
  ),
  ...lines(
    'feature',
    'NEGATIVE',
    `
    I cannot believe there is still no undo.
    Without two-factor login we will not be allowed to keep using it.
    No bulk edit, so I have to change four hundred rows by hand.
    You removed the weekly view, bring it back.
    It lacks even basic sorting.`,
  ),
  ...lines(
    'usability',
    'NEGATIVE',
    `
    It took me ages to find where to change my password.
    The settings are buried four levels deep.
    Nobody on my team understands the difference between archive and close.
    The buttons are so small that I keep hitting the wrong one.
    Too many steps to create a simple report.
    The new layout is confusing, I cannot find anything any more.
    The text is light grey on white and hard to read.
    The wizard asks for things I do not know yet and cannot be skipped.
    Labels like "sync scope" mean nothing to me.
    The menu jumps around while the page is loading, so I click the wrong entry.
    I have to scroll sideways to reach the save button.
    The form loses my place every time I switch tabs.
    It is not clear which fields are required.
    On a phone the table is impossible to use.
    New users always ask me how to get back to the start page.
    The icons all look the same.
    The import screen is overwhelming for beginners.
    I never know whether my change has been saved.
    The date picker is awkward with the keyboard.
    The screen reader does not announce the dialog, so I cannot use it.
    Navigation feels clunky and takes too many clicks.
    The colours make it hard to tell open from done.
    Error messages tell me something went wrong but not what to do.
    The interface looks dated and cluttered.
    Finding an older conversation is a scavenger hunt.`,
  ),
]
