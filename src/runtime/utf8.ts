/** Text in UTF-8, without its byte order mark; undefined for anything else. */
export const utf8In = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text has it, but files in UTF-16 and binary ones do.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
