import type { Page } from 'playwright-core';

export const takeChatPictures: (
  page: Page,
) => Promise<ReadonlyMap<string, { readonly png: Buffer; readonly text: string }>>;
