import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** The bundled font. Systems may lack Japanese glyphs, and the own name makes pictures look the same everywhere. */
export const fontFamily = 'Antipode';

const path = fileURLToPath(new URL('../../assets/fonts/NotoSansJP-Bold.otf', import.meta.url));
if (!GlobalFonts.registerFromPath(path, fontFamily)) throw new Error(`the font ${path} is missing`);
