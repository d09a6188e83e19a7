/**
 * Owns reviews in chats and ticket systems: messages that follow their review, signed presses, tickets, and which user
 * of a chat is which member. It refuses to know how a review is made, and whether one may be resolved.
 */
export { type Chat, createChat } from './create-chat.ts';
export type { Interactions } from './interactions.ts';
export { confirmLink, deleteLink, listLinks } from './links.ts';
export { deleteOldPosts } from './posts.ts';
