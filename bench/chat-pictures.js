/** The pictures of the chat in the README: messages of the page, each as a picture and as text. */

/** What to type for each picture, and what to wait for in a message. Another day has another puzzle. */
const scenes = {
  en: {
    'chat-solve': { line: '/solve eight 867254301', shows: 'proved shortest' },
    'chat-play': { line: '/play new puzzle:eight position:123456078 guide:True', shows: 'left at best' },
    'chat-daily': { line: '/daily show', shows: 'Find the fewest moves', isOfToday: true },
    'chat-contest': {
      line: '/contest guess puzzle:eight',
      shows: 'The closest guess wins',
      end: { line: '/contest stop', shows: 'Nobody played' },
    },
    'chat-hardest': { line: '/hardest puzzle:eight', shows: 'antipodes' },
  },
  ja: {
    'ja/chat-solve': { line: '/解く eight 867254301', shows: '最短と証明済み' },
    'ja/chat-play': { line: '/遊ぶ 新規 パズル:eight 配置:123456078 案内:True', shows: 'あと最短' },
    'ja/chat-daily': { line: '/デイリー 見る', shows: 'できるだけ少ない手数', isOfToday: true },
    'ja/chat-contest': {
      line: '/コンテスト 手数当て パズル:eight',
      shows: '最も近い予想',
      end: { line: '/コンテスト 終了', shows: '参加者はいませんでした' },
    },
    'ja/chat-hardest': { line: '/最難 パズル:eight', shows: '最も遠い配置' },
  },
};

/** Narrow, as on a phone, so that the text can be read where two pictures are beside each other. */
const viewport = { width: 430, height: 900 };

/** What a message says, without what differs from day to day and from machine to machine. */
const wordsOf = (text) =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/[\d.,]+ (?:(?:ms|s)\b|ミリ秒|秒)/gu, '… s')
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
 * @param page a page of Playwright that shows the chat of a person with this language
 * @param language of the person and of the server
 * @returns PNG and text by name
 */
export const takeChatPictures = async (page, language) => {
  const taken = new Map();
  // Mika's chat begins in the English server, too.
  if (language === 'ja') await page.locator('.channel', { hasText: /^#パズル$/u }).click();
  await page.setViewportSize(viewport);
  // A message below the pointer would show its menu.
  await page.mouse.move(0, 0);
  for (const [name, { isOfToday, end, ...scene }] of Object.entries(scenes[language])) {
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
