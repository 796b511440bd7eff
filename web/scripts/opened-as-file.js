// Runs in the page without a server. Opened as a file it would be empty: browsers load no modules and start no workers
// there.
var SENTENCES = [
  "Browsers do not run this page from a file. Let a web server send its folder, for example: python3 -m http.server",
  "Les navigateurs n’exécutent pas cette page depuis un fichier. " +
    "Faites envoyer son dossier par un serveur web, par exemple : python3 -m http.server",
  "Browser führen diese Seite nicht als Datei aus. " +
    "Lass einen Webserver ihren Ordner senden, zum Beispiel: python3 -m http.server",
];
if (location.protocol === "file:")
  addEventListener("DOMContentLoaded", function () {
    var light = document.documentElement.dataset.theme === "light";
    // The styles of the page are not loaded either.
    document.body.style.cssText =
      "margin:0 auto;padding:10vh 24px;max-width:42em;font:18px/1.5 'Alegreya Sans',system-ui,sans-serif;color:" +
      (light ? "#241a11" : "#f5ecdb");
    document.documentElement.style.background = light ? "#d9cdb6" : "#14110f";
    SENTENCES.forEach(function (sentence, place) {
      var line = document.createElement("p");
      line.lang = ["en", "fr", "de"][place];
      line.textContent = sentence;
      document.body.appendChild(line);
    });
  });
