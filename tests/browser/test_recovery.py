"""A browser forgets everything in a running game, and its player takes the seat back: by passkey, by recovery code, by a code
from another device, and by consent of the other player."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.profiles import NOWHERE
from tests.browser.visitor import PHONE, Visitor, Visitors


def give_passkeys(visitor: Visitor) -> None:
    """An authenticator that agrees to everything."""
    tools = visitor.page.context.new_cdp_session(visitor.page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def lose_everything(visitor: Visitor, game: str) -> None:
    """Clear the browser's storage and open the link of the game again."""
    visitor.page.goto(NOWHERE)
    visitor.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    visitor.page.goto(f"/play/{game}")
    expect(visitor.at("watching")).to_contain_text(visitor.text("people.watching"))
    visitor.at("my-seat").click()
    visitor.at("seat-dialog").wait_for()


def sits(visitor: Visitor, colour: str) -> None:
    """The page holds the seat and shows it."""
    expect(visitor.at("watching")).to_have_count(0)
    visitor.wait("s.settled")
    assert list(visitor.tokens) == [colour]
    assert visitor.seen(colour).sights[0].viewer == colour


def test_a_seat_is_taken_back_after_the_storage_was_cleared(visitors: Visitors) -> None:
    port = visitors.live.address.rpartition(":")[2]
    ann = visitors.new(name="Ann", address=f"localhost:{port}", fresh=True)  # passkeys need a host with a name
    ben = visitors.new(name="Ben")
    for visitor in (ann, ben):
        visitor.expected += [NOWHERE, "favicon"]
    give_passkeys(ann)
    ann.page.goto("/")
    ann.at("opponent-friend").click()
    game = ann.start()
    ben.page.goto(f"/join/{ann.at('code').inner_text()}")
    ben.at("join").click()
    ben.page.wait_for_url(f"**/play/{game}")

    # Offered once, in the first game with others.
    ann.at("safety-offer").wait_for()
    ann.accessible()
    ann.button("people.offer-yes").click()
    ann.at("make-passkey").click()
    ann.page.get_by_text(ann.text("people.passkey-made")).wait_for()
    ann.at("make-recovery").click()
    code = ann.at("recovery-code").inner_text()
    ann.accessible()
    ann.button("people.done").click()
    ann.page.reload()
    ann.wait("s.settled")
    expect(ann.at("safety-offer")).to_have_count(0)

    lose_everything(ann, game)
    ann.accessible()
    ann.at("use-passkey").click()
    sits(ann, "blue")

    lose_everything(ann, game)
    ann.at("typed-code").fill(code.lower())
    ann.at("use-code").click()
    sits(ann, "blue")

    phone = visitors.new(PHONE, touch=True)
    phone.page.goto("/you")
    phone.at("typed-code").fill(code)
    phone.at("use-code").click()
    phone.page.get_by_text(phone.text("people.moved", name="Ann")).wait_for()
    phone.at("make-code").click()
    lose_everything(ann, game)
    ann.at("typed-code").fill(phone.at("move-code").inner_text())
    ann.at("use-code").click()
    ann.at("confirm-move").click()
    phone.at("allow-yes").click()
    sits(ann, "blue")

    lose_everything(ben, game)  # he has neither a passkey nor a code: the others let him in
    ben.at("claim-yellow").click()
    expect(ben.at("claim-blue")).to_be_disabled()  # Ann is there
    ben.at("claim-name").fill("Ben")
    ben.at("claim-send").click()
    ann.at("claim").wait_for()
    ann.accessible()
    ann.button("people.claim-agree").click()
    sits(ben, "yellow")
