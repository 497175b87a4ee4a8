// Prints the changelog's section of a version: `node .ci/release-notes.js v0.2.0`.
import { readFileSync } from 'node:fs';

const version = process.argv[2]?.replace(/^v/u, '');
const packageVersion = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
if (version !== packageVersion) throw new Error(`the tag is ${version}, but package.json says ${packageVersion}`);

const sections = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8').split(/^## /mu);
const section = sections.find((one) => one.startsWith(`${version} `) || one.startsWith(`${version}\n`));
if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);
