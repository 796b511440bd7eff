declare module "virtual:icon-sprite" {
  /** Where the sprite of all icons lies. */
  const url: string;
  export default url;
}

/** The version of the client, from package.json. */
declare const CLIENT_VERSION: string;

/** Is this the page that needs no server? */
declare const SITE: boolean;
