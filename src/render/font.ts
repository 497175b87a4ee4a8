import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/**
 * The font that pictures are drawn in. It comes with the package, as systems have none for Japanese or none at all, and
 * has a name of its own, so that pictures look the same where the system has it too.
 */
export const fontFamily = 'Antipode';

const path = fileURLToPath(new URL('../../assets/fonts/NotoSansJP-Bold.otf', import.meta.url));
if (!GlobalFonts.registerFromPath(path, fontFamily)) throw new Error(`the font ${path} is missing`);
