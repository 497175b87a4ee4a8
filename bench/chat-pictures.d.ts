import type { Page } from 'playwright-core';

export const takeChatPictures: (
  page: Page,
  language: 'en' | 'ja',
) => Promise<ReadonlyMap<string, { readonly png: Buffer; readonly text: string }>>;
