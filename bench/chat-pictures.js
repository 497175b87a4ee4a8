/** The pictures of the chat in the README: messages of the page, each as a picture and as text. */

/** What to type for each picture, and what to wait for in a message. Another day has another puzzle. */
const scenes = {
  'chat-solve': { line: '/solve eight 867254301', shows: 'proved shortest' },
  'chat-play': { line: '/play new puzzle:eight position:123456078 guide:True', shows: 'left at best' },
  'chat-daily': { line: '/daily show', shows: 'Find the fewest moves', isOfToday: true },
  'chat-contest': {
    line: '/contest guess puzzle:eight',
    shows: 'The closest guess wins',
    end: { line: '/contest stop', shows: 'Nobody played' },
  },
  'chat-hardest': { line: '/hardest puzzle:eight', shows: 'antipodes' },
};

/** What a message says, without what differs from day to day and from machine to machine. */
const wordsOf = (text) =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/[\d.,]+ (?:ms|s)\b/gu, '… s')
    .replace(/\d+/gu, '0')
    .replace(/0 [AP]M/gu, '0')
    .trim();

/** @returns the new message that shows a text after a line was sent */
const send = async (page, { line, shows }) => {
  const before = await page.locator('.message').evaluateAll((all) => all.map((one) => one.dataset.id));
  await page.locator('#composer').fill(line);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const isAnswer = ([text, old]) => {
    const answers = (one) => one.textContent.includes(text) && !old.includes(one.dataset.id);
    return [...document.querySelectorAll('.message')].find(answers)?.dataset.id;
  };
  const found = await page.waitForFunction(isAnswer, [shows, before]).catch(async (error) => {
    throw new Error(`${line}: ${error.message}\nThe page says:\n${await page.locator('main').ariaSnapshot()}`);
  });
  return page.locator(`.message[data-id="${await found.jsonValue()}"]`);
};

/**
 * Uses the commands on the page.
 * @param page a page of Playwright that shows the chat
 * @returns PNG and text by name
 */
export const takeChatPictures = async (page) => {
  const taken = new Map();
  for (const [name, { isOfToday, end, ...scene }] of Object.entries(scenes)) {
    const message = await send(page, scene);
    // The composer covers the end of the chat.
    await message.scrollIntoViewIfNeeded();
    const images = message.locator('img');
    for (let index = 0; index < (await images.count()); index++) {
      await images.nth(index).evaluate((image) => image.decode());
    }
    const text = isOfToday ? '' : wordsOf((await message.textContent()) ?? '');
    taken.set(name, { png: await message.screenshot(), text });
    if (end) await send(page, end);
  }
  return taken;
};
